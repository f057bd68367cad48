const day = new Intl.DateTimeFormat('pt-BR', {
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'America/Sao_Paulo' },
});

/** Formats the day of the deletion as `17/12/2026`. */
export const dayOf = (iso: string): string => day.format(new Date(iso));
