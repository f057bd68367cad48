export const MISSING = 'Reserva não encontrada. Recarregue a página.';
