-- migrate:up
-- What the person who packs a parcel needs to know (ADR 0116). Null in a row that no reading has written since.
-- `liberado_em`, `impresso_em` and `entregue_em` are the first instants at which an answer showed it.
alter table vendas_envios add column etiqueta text, add column etiqueta_em timestamptz, add column modalidade text,
  add column problema text, add column liberado_em timestamptz, add column impresso_em timestamptz,
  add column entregue_em timestamptz;

-- migrate:down
