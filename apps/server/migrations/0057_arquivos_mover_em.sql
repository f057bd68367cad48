-- migrate:up
-- When a job is due to move the object to the place that `lixeira_desde` implies; null when the object is there. While
-- a job moves the object, this is the end of its lease: no other job moves the same object before then.
alter table arquivos add column mover_em timestamptz;

-- migrate:down
