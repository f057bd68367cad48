-- migrate:up
-- A CPF or CNPJ with its punctuation. `busca` holds both forms, so that a search matches a part typed either way.
create function mask_documento(p_documento text) returns text
language sql immutable parallel safe strict
return case
  when p_documento ~ '^[0-9]{11}$' then regexp_replace(p_documento, '^(...)(...)(...)(..)$', '\1.\2.\3-\4')
  when p_documento ~ '^[0-9A-Z]{12}[0-9]{2}$'
    then regexp_replace(p_documento, '^(..)(...)(...)(....)(..)$', '\1.\2.\3/\4-\5')
  else p_documento
end;

-- migrate:down
