import { MAX_CONVITES_POR_DIA, MAX_CONVITES_POR_EMAIL, MAX_PENDENTES } from '@prumo/contract/convites.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { Accepted, Declined } from './convites.queries.ts';

/** The refusals of convites, with their messages to the person. */
export const MISSING = 'Este convite não existe mais. Recarregue a página.';
export const UNKNOWN_LINK =
  'Este link não vale mais ou está incompleto. Abra o email mais novo ou peça outro convite a quem convidou você.';

export const NOT_RECEIVED =
  'Este convite não existe mais ou é para outro email. Peça outro a quem convidou você.';

const JA_CONVIDADO = 'Este email já tem um convite na lista. Reenvie-o por lá.';
export const ONDE_ESTA = {
  ja_membro: 'Esta pessoa já faz parte da equipe. Mude o papel dela na lista.',
  ja_convidado: JA_CONVIDADO,
} as const;

export const MANY_SENT = `Este email já recebeu ${MAX_CONVITES_POR_EMAIL} convites hoje, ou a empresa já enviou ${MAX_CONVITES_POR_DIA}. Tente de novo amanhã.`;
export const MANY_PENDING = `A empresa já tem ${MAX_PENDENTES} convites sem resposta. Revogue um que não serve mais e convide de novo.`;

export const convitesExplanations: Explanations = {
  convites_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  convites_email_check: { field: 'email', message: 'Use de 3 a 254 caracteres no email.' },
  convites_papel_check: {
    field: 'papel',
    message: 'Escolha o papel. Um convite não faz de ninguém dono.',
  },
  convites_envio_check: { message: 'O estado deste convite não existe. Recarregue a página.' },
  convites_pendente_key: { field: 'email', message: JA_CONVIDADO },
};

export const limited = (seconds: number) => new AppError('limited', MANY_SENT, { retryAfter: seconds });

const ANSWERED = {
  aceito: 'Este convite já foi aceito. A pessoa está na lista da equipe.',
  recusado: 'A pessoa recusou este convite. Se foi engano, convide de novo.',
  revogado: 'Este convite foi revogado. Desfaça a revogação ou convide de novo.',
};

export const answered = (situacao: keyof typeof ANSWERED) => new AppError('conflict', ANSWERED[situacao]);

/** Why a person did not join, or could not decline. */
export const notForThem = ({
  situacao,
  email,
}: Pick<Accepted | Declined, 'situacao' | 'email'>): AppError => {
  switch (situacao) {
    case 'outro_email':
      return new AppError(
        'forbidden',
        `Este convite foi enviado para ${email}. Entre com a conta desse email ou peça um convite para o seu.`,
      );
    case 'nao_confirmado':
      return new AppError(
        'forbidden',
        `Antes de aceitar, confirme que ${email} é seu: abra o link de confirmação que enviamos.`,
      );
    case 'revogado':
      return new AppError('conflict', 'Este convite foi revogado. Peça outro a quem convidou você.');
    case 'vencido':
      return new AppError('conflict', 'Este convite venceu. Peça a quem convidou você que o reenvie.');
    default:
      return new AppError('conflict', 'Este convite já foi usado. Se precisar entrar de novo, peça outro.');
  }
};
