import { useQueryClient } from '@tanstack/react-query';

/** Reads again what a change of a mode or of a cota shows. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all(
      ['anuncios', 'publicacao'].map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })),
    );
  };
}
