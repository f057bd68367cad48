-- migrate:up
comment on column auth.users.signup_device_hash is 'class: secret';

-- migrate:down
