const dateTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});
const date = new Intl.DateTimeFormat('pt-BR', {
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'America/Sao_Paulo' },
});
const integer = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** Formats an instant as `31/12/2026`, in America/Sao_Paulo. */
export const formatDate = (iso: string) => date.format(new Date(iso));
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));
export const formatInteger = (value: number) => integer.format(value);

/** Formats `'1234.5'` as `R$ 1.234,50`. */
export const formatMoney = (decimal: string) => money.format(exactly(decimal));
/** Formats `'1234.50'` as `1.234,5`. */
export const formatQuantity = (decimal: string) => quantity.format(exactly(decimal));
/** Formats `'1234.50'` as `1.235`. */
export const formatRounded = (decimal: string) => integer.format(exactly(decimal));

/**
 * Intl formats a numeric text exactly, whereas a number would lose digits as a float. The server sends only
 * numeric texts, so the cast is safe.
 */
const exactly = (decimal: string) => decimal as Intl.StringNumericLiteral;
