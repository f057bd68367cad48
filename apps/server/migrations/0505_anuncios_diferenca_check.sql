-- migrate:up
alter table anuncios
add constraint anuncios_diferenca_check check (diferenca in ('oferece_a_mais', 'oferece_a_menos', 'pausado_por_voce', 'pausado_pelo_marketplace')) not valid;

-- migrate:down
