"""Mail that no person wrote: machines, reports and bounces."""
