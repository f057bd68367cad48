import type { Sessao } from '@prumo/contract/acesso.ts';
import { direitosOf } from '@prumo/contract/papeis.ts';

/** Test fixture: a storage of the browser. */
export const aStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

/** Test fixture: a session of the usuario with this id. */
export const aSessao = (id: string, fullName = 'Ana'): Sessao => ({
  usuario: {
    id,
    email: `${id}@exemplo.com.br`,
    user_metadata: { full_name: fullName },
    identities: [],
    factors: [],
  },
  empresa: {
    id: 'e1',
    nome: 'Empresa de Ana',
    logo_url: null,
    papel: 'dono',
    direitos: direitosOf('dono', false),
    duas_etapas_ate: null,
    exclui_em: null,
  },
  expira_em: '2026-12-01T00:00:00.000Z',
});
