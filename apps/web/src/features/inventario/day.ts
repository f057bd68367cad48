const inSaoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** Today in America/Sao_Paulo, as `2026-12-31`. */
export const today = () => inSaoPaulo.format(new Date());

/** Formats a day as `31/12/2026`. */
export const formatDay = (day: string) => day.split('-').reverse().join('/');
