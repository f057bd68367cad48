/** The refusals that several routes of the equipe share. */
export const MISSING = 'Esta pessoa não faz parte da empresa. Recarregue a página.';
