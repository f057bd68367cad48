-- migrate:up
comment on column auth.sessions.ip_address is 'class: personal';

comment on column auth.sessions.user_agent is 'class: personal';

comment on column auth.accounts.email is 'class: personal';

-- migrate:down
