-- migrate:up
-- One process at a time refreshes the tokens of a conta. It claims the lease in a short transaction, calls the
-- marketplace outside any transaction and renews the lease meanwhile. Another process may claim an expired lease: its
-- holder is gone.
alter table mercado_livre_tokens add column lease_id uuid, add column leased_until timestamptz;

-- migrate:down
