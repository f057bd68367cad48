import type { Inicio, Passo } from '@prumo/contract/inicio.ts';
import { PASSOS } from '@prumo/contract/inicio.ts';
import { DIA_MS } from './fontes/fonte.ts';
import type { ComecoRow } from './inicio.queries.ts';

/** An empresa that is older than this and has produtos is at work, whatever steps it has left out. */
const NOVA_MS = 30 * DIA_MS;

/**
 * Decides whether a person sees the first steps of the empresa, and which of them are done. Only a person who may invite
 * others sees them, because that person may do every other step too.
 */
export function comecoOf(row: ComecoRow, now: number): Inicio['comeco'] {
  const { nome, cnpj, deposito } = row;
  const done: Record<Passo, boolean> = {
    empresa: cnpj !== null,
    deposito: deposito !== null,
    produto: row.tem_produto,
    contagem: row.tem_contagem,
    convite: row.tem_convite,
  };
  const feitos = PASSOS.filter((passo) => done[passo]);
  const isNew = !row.tem_produto || now - Date.parse(row.criada_em) < NOVA_MS;
  if (!row.pode || row.oculto || !isNew || feitos.length === PASSOS.length) return null;
  return { feitos, empresa: { nome, cnpj }, deposito };
}
