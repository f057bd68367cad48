const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-11-01` as `novembro de 2026`. */
export const mesEmPalavras = (competencia: string) => month.format(new Date(`${competencia}T00:00:00Z`));
