interface Count {
  total: number;
  vendedores: Record<string, number>;
  status: Record<string, number>;
}

/** Counts the calls of each route by seller and status, so that a proof can compare numbers of calls. */
export interface Counts {
  note(route: string, seller: number | undefined, status: number): void;
  read(): { total: number; rotas: Record<string, Count> };
  clear(): void;
}

export function openCounts(): Counts {
  const routes = new Map<string, Count>();
  const add = (to: Record<string, number>, key: string) => {
    to[key] = (to[key] ?? 0) + 1;
  };
  return {
    note(route, seller, status) {
      const count = routes.get(route) ?? { total: 0, vendedores: {}, status: {} };
      routes.set(route, count);
      count.total += 1;
      if (seller !== undefined) add(count.vendedores, String(seller));
      add(count.status, String(status));
    },
    read: () => ({
      total: [...routes.values()].reduce((sum, { total }) => sum + total, 0),
      rotas: Object.fromEntries(routes),
    }),
    clear: () => routes.clear(),
  };
}
