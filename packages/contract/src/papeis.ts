import * as z from 'zod/mini';

/** The papéis (roles) of a membro. Each has every right that the papéis after it share with it. */
export const PAPEIS = ['dono', 'administrador', 'estoque', 'vendas', 'consulta'] as const;
export const Papel = z.enum(PAPEIS, 'Este papel não existe.');
export type Papel = z.infer<typeof Papel>;

/** The name of each papel on screens. `papeis-textos.ts` explains them. */
export const PAPEL_EM_PALAVRAS: Readonly<Record<Papel, { nome: string }>> = {
  dono: { nome: 'Dono' },
  administrador: { nome: 'Administrador' },
  estoque: { nome: 'Estoque' },
  vendas: { nome: 'Vendas' },
  consulta: { nome: 'Consulta' },
};

interface Regra {
  papeis: readonly Papel[];
  /** Whether a dono or administrador may also give this right to one person of another papel. */
  porPessoa?: true;
  /**
   * The fields that only a person with this right sees and sends, whatever register has them. Without the right
   * they are absent from every answer.
   */
  campos?: readonly string[];
  /** Whether membros keep this right while the empresa waits for its deletion. They lose all others. */
  naExclusao?: true;
}

const DONO_E_ADMINISTRADOR = ['dono', 'administrador'] as const;

/**
 * Every direito (right) and the papéis that have it. Each endpoint names the right that it needs. The function
 * `direitos_of` of the database states the same table, and a test compares the two.
 */
export const DIREITOS = {
  consultar: { papeis: PAPEIS, naExclusao: true },
  ver_custo: {
    papeis: DONO_E_ADMINISTRADOR,
    porPessoa: true,
    campos: ['custo_unitario', 'valor_estoque'],
    naExclusao: true,
  },
  alterar_produtos: {
    papeis: [...DONO_E_ADMINISTRADOR, 'estoque'],
  },
  movimentar_estoque: { papeis: [...DONO_E_ADMINISTRADOR, 'estoque'] },
  vender_balcao: { papeis: [...DONO_E_ADMINISTRADOR, 'vendas'] },
  alterar_clientes: { papeis: [...DONO_E_ADMINISTRADOR, 'vendas'] },
  integrar: { papeis: DONO_E_ADMINISTRADOR },
  alterar_empresa: { papeis: DONO_E_ADMINISTRADOR },
  gerir_equipe: { papeis: DONO_E_ADMINISTRADOR },
  ver_atividade: { papeis: DONO_E_ADMINISTRADOR, naExclusao: true },
  ver_dispositivos: { papeis: ['dono'], naExclusao: true },
  atender_titulares: {
    papeis: DONO_E_ADMINISTRADOR,
    naExclusao: true,
  },
  transferir_empresa: { papeis: ['dono'] },
  excluir_empresa: { papeis: ['dono'], naExclusao: true },
  exportar_dados: { papeis: ['dono'], naExclusao: true },
} as const satisfies Record<string, Regra>;

export type Direito = keyof typeof DIREITOS;
export const NOMES_DOS_DIREITOS = Object.keys(DIREITOS) as [Direito, ...Direito[]];

export const temDireito = (papel: Papel, direito: Direito): boolean =>
  (DIREITOS[direito].papeis as readonly Papel[]).includes(papel);

/** The rights of a membro. `veCusto` gives a person the right to see costs in addition to the papel. */
export const direitosOf = (papel: Papel, veCusto: boolean): Direito[] =>
  NOMES_DOS_DIREITOS.filter((direito) => temDireito(papel, direito) || (direito === 'ver_custo' && veCusto));

/** Those of the rights that a membro keeps while the empresa waits for its deletion. */
export const direitosNaExclusao = (direitos: readonly Direito[]): Direito[] =>
  direitos.filter((direito) => (DIREITOS[direito] as Regra).naExclusao);

/** The right of each field that not every membro sees. */
export const DIREITO_DO_CAMPO: ReadonlyMap<string, Direito> = new Map(
  NOMES_DOS_DIREITOS.flatMap((direito) => {
    const { campos = [] }: Regra = DIREITOS[direito];
    return campos.map((campo) => [campo, direito] as const);
  }),
);

/** A field of `campos`: optional, because a person without its right neither gets nor sends it. */
export function fieldOf<Value extends z.ZodMiniType>(direito: Direito, value: Value) {
  const field = z.optional(value);
  z.globalRegistry.add(field, {
    description: `Ausente sem o direito ${direito}, que também é preciso para enviar o campo.`,
  });
  return field;
}
