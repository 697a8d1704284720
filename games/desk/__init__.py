"""The referee's desk: staff pages beside the admin, under the same content security policy as all pages."""
