import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import { deviceName } from '#modules/acesso/device-name.ts';
import { inBrasilia, write } from './letter.ts';

/** The subject and the text for each kind of event. */
const NOTICES: Partial<Record<TipoDeEvento, readonly [subject: string, sentence: string]>> = {
  entrada: ['Novo acesso à sua conta do Prumo', 'Sua conta foi acessada de um navegador novo.'],
  senha_alterada: ['Sua senha do Prumo foi alterada', 'A senha da sua conta foi alterada.'],
  senha_recuperada: [
    'Sua senha do Prumo foi alterada',
    'Uma nova senha foi criada pelo link de recuperação.',
  ],
  novo_email_pedido: [
    'Pedido para mudar o email da sua conta do Prumo',
    'Foi pedido que sua conta passe a usar outro email. Ele só muda quando o link enviado ao novo endereço for aberto.',
  ],
  google_permitido: ['Entrada com Google permitida', 'A entrada com Google foi permitida na sua conta.'],
  email_alterado: ['O email da sua conta do Prumo mudou', 'O email da sua conta não é mais este endereço.'],
  google_vinculado: ['Conta Google vinculada ao Prumo', 'Uma conta Google foi vinculada à sua conta.'],
  google_desvinculado: [
    'Conta Google desvinculada do Prumo',
    'A conta Google foi desvinculada da sua conta.',
  ],
  dois_fatores_ligado: [
    'Verificação em duas etapas ligada',
    'A verificação em duas etapas foi ligada na sua conta.',
  ],
  dois_fatores_desligado: [
    'Verificação em duas etapas desligada',
    'A verificação em duas etapas foi desligada na sua conta.',
  ],
  dois_fatores_redefinido: [
    'Verificação em duas etapas redefinida',
    'A pedido, quem administra o Prumo desligou a verificação em duas etapas da sua conta. Ligue-a de novo no perfil.',
  ],
  codigos_gerados: [
    'Novos códigos de reserva do Prumo',
    'Novos códigos de reserva foram gerados na sua conta.',
  ],
};

const IF_NOT_YOU =
  'Se foi você, não é preciso fazer nada. Se não foi, altere a senha (ou crie outra em “Esqueceu a senha?”): isso encerra as outras sessões e anula o que estiver pendente.';
/** The text for the old address, which no longer belongs to the account and cannot recover it. */
const LOST =
  'Se foi você, não é preciso fazer nada. Se não foi, fale agora com quem administra o Prumo na sua empresa.';

const placeInWords = ({ address, userAgent }: { address: string; userAgent: string | null }) =>
  userAgent === null && !/[.:]/.test(address)
    ? `por ${address}`
    : `${deviceName(userAgent)}, endereço ${address}`;

export function aviso(notice: {
  nome: string;
  tipo: TipoDeEvento;
  address: string;
  userAgent: string | null;
  em: Date;
}) {
  const [subject, sentence] = NOTICES[notice.tipo] ?? [
    'Alteração na sua conta do Prumo',
    'Algo mudou na sua conta.',
  ];
  return write({
    subject,
    title: subject,
    paragraphs: [
      `${notice.nome ? `Olá, ${notice.nome}.` : 'Olá.'} ${sentence}`,
      `Em ${inBrasilia(notice.em)} (horário de Brasília), ${placeInWords(notice)}.`,
    ],
    closing: notice.tipo === 'email_alterado' ? LOST : IF_NOT_YOU,
  });
}
