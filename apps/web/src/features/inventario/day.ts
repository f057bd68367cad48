const inSaoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** Days are those of São Paulo: `2026-12-31`. */
export const today = () => inSaoPaulo.format(new Date());

/** `31/12/2026` */
export const formatDay = (day: string) => day.split('-').reverse().join('/');
