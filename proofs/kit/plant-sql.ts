/** Replaces a text in the source of a function of the database. Fails if the function does not contain it. */
export const editedFunction = (signature: string, from: string, to: string) => `
  do $planted$
  declare
    v_source text := pg_get_functiondef('${signature}'::regprocedure);
  begin
    if position($from$${from}$from$ in v_source) = 0 then
      raise exception '${signature} does not contain the text that the defect replaces';
    end if;
    execute replace(v_source, $from$${from}$from$, $to$${to}$to$);
  end
  $planted$`;

export const USE_SESSION = 'use_session(text, uuid, uuid, integer, text)';
