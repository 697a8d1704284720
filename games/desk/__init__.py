"""The referee's desk: pages of staff, beside the admin and under the policy of all pages."""
