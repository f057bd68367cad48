import type { Papel } from '@prumo/contract/papeis.ts';
import { harmlessName } from '#platform/outside/harmless-name.ts';
import { inBrasilia, write } from './letter.ts';

const PAPEL_EM_PALAVRAS: Record<Papel, string> = {
  dono: 'dono',
  administrador: 'administrador, que gerencia a empresa e a equipe',
  estoque: 'estoque, que cuida dos produtos e do estoque',
  vendas: 'vendas, que cuida dos clientes e dos vendedores',
  consulta: 'consulta, que vê os dados e não os altera',
};

export function convite({
  link,
  empresa,
  quem,
  papel,
}: {
  link: string;
  empresa: string;
  quem: string | null;
  papel: Papel;
}) {
  const nome = harmlessName(empresa);
  return write({
    empresa: nome,
    subject: `Convite para a empresa ${nome} no Prumo`,
    title: `Convite para a empresa ${nome}`,
    paragraphs: [
      `Olá. ${(quem && harmlessName(quem)) || 'Alguém'} convidou você para trabalhar na empresa ${nome} no Prumo.`,
      `Seu papel será: ${PAPEL_EM_PALAVRAS[papel]}.`,
    ],
    action: { label: 'Ver convite', link },
    closing:
      'O link vale por 7 dias e só uma vez. Para aceitar, entre ou crie uma conta com este email. Se você não conhece esta empresa, ignore esta mensagem.',
  });
}

export function lembrete({
  link,
  nome,
  empresa,
  prazo,
  vencido,
}: {
  link: string;
  nome: string | null;
  empresa: string;
  prazo: Date;
  vencido: boolean;
}) {
  const quem = harmlessName(empresa);
  return write({
    empresa: quem,
    subject: 'Ligue a verificação em duas etapas no Prumo',
    title: 'Ligue a verificação em duas etapas',
    paragraphs: [
      `${nome ? `Olá, ${harmlessName(nome)}.` : 'Olá.'} A empresa ${quem} exige a verificação em duas etapas de quem conecta contas de marketplaces.`,
      vencido
        ? 'O prazo terminou. Até você ligá-la, não é possível conectar contas.'
        : `Você tem até ${inBrasilia(prazo)} (horário de Brasília) para ligá-la. Até lá, tudo funciona como antes.`,
    ],
    action: { label: 'Abrir meu perfil', link },
    closing:
      'No perfil, em Segurança, ligue “Verificação em duas etapas” e siga os passos. Leva dois minutos.',
  });
}

/** Tells a membro that a dono asked for the deletion of the empresa, or cancelled it (`excluiEm` null). */
export function exclusao({
  link,
  empresa,
  quem,
  excluiEm,
}: {
  link: string;
  empresa: string;
  quem: string | null;
  excluiEm: string | null;
}) {
  const nome = harmlessName(empresa);
  const autor = (quem && harmlessName(quem)) || 'Um dono';
  const subject =
    excluiEm === null
      ? `A exclusão da empresa ${nome} foi cancelada`
      : `A empresa ${nome} será excluída do Prumo`;
  return write({
    empresa: nome,
    subject,
    title: subject,
    paragraphs:
      excluiEm === null
        ? [`Olá. ${autor} cancelou a exclusão da empresa ${nome}. Você pode voltar a trabalhar nela.`]
        : [
            `Olá. ${autor} pediu a exclusão da empresa ${nome} no Prumo.`,
            `Até ${inBrasilia(new Date(excluiEm))} (horário de Brasília) a empresa só pode ser consultada. Depois, tudo é apagado e não há volta.`,
          ],
    action: { label: 'Abrir o Prumo', link },
    closing:
      excluiEm === null
        ? 'Você não precisa fazer nada.'
        : 'Um dono pode cancelar a exclusão em Configuração › Dados e privacidade.',
  });
}
