import type { Edit } from '../kit/edits.ts';

/** Each defect lets a row of Início come, stay or go wrongly. */
export const DEFECTS = {
  'cause-never-closes': [
    {
      file: 'modules/inicio/fontes/contas-a-reconectar.ts',
      from: `where c.situacao = 'reconectar'`,
      to: 'where true',
    },
  ],
  'cause-not-seen': [
    {
      file: 'modules/inicio/fontes/titulares-com-prazo.ts',
      from: `where p.situacao = 'aberto'`,
      to: `where p.situacao = 'eliminando'`,
    },
  ],
  'counter-left-behind': [
    {
      file: 'modules/inicio/fontes/estoque-zerado.ts',
      from: `nome = 'inventario.zerado'`,
      to: `nome = 'inventario.zerado' and delta > 0`,
    },
  ],
} as const satisfies Record<string, readonly Edit[]>;
