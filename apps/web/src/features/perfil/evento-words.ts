import type { Evento, TipoDeEvento } from '@prumo/contract/eventos.ts';

/** One sentence, or one per method; `outro` when the method is unknown or has no sentence of its own. */
type Words = string | ({ outro: string } & Readonly<Record<string, string>>);

const words: Record<TipoDeEvento, Words> = {
  conta_criada: { google: 'Conta criada com Google', outro: 'Conta criada' },
  email_confirmado: 'Email confirmado',
  entrada: {
    senha: 'Entrada com senha',
    google: 'Entrada com Google',
    recuperacao: 'Entrada depois de recuperar a senha',
    outro: 'Entrada',
  },
  entrada_recusada: {
    google: 'Tentativa de entrada com Google recusada',
    outro: 'Tentativa de entrada recusada',
  },
  entrada_limitada: 'Tentativas de entrada demais: bloqueadas por um tempo',
  segundo_fator: {
    codigo: 'Segunda etapa concluída com o autenticador',
    codigo_reserva: 'Segunda etapa concluída com um código de reserva',
    outro: 'Segunda etapa concluída',
  },
  segundo_fator_recusado: 'Código da segunda etapa recusado',
  identidade_confirmada: {
    senha: 'Identidade confirmada com a senha',
    google: 'Identidade confirmada com Google',
    outro: 'Identidade confirmada',
  },
  confirmacao_recusada: 'Confirmação de identidade recusada',
  recuperacao_pedida: 'Recuperação de senha pedida',
  senha_recuperada: 'Senha recriada pelo link de recuperação',
  senha_alterada: 'Senha alterada',
  nome_alterado: 'Nome alterado',
  novo_email_pedido: 'Troca de email pedida',
  email_alterado: 'Email alterado',
  google_vinculado: 'Conta Google vinculada',
  google_desvinculado: 'Conta Google desvinculada',
  google_permitido: 'Entrada com Google ligada',
  google_recusado: 'Entrada com Google desligada',
  dois_fatores_ligado: 'Verificação em duas etapas ligada',
  dois_fatores_desligado: 'Verificação em duas etapas desligada',
  dois_fatores_redefinido: 'Verificação em duas etapas redefinida pelo suporte',
  codigos_gerados: 'Novos códigos de reserva gerados',
  sessao_encerrada: 'Uma sessão encerrada',
  sessoes_encerradas: 'Outras sessões encerradas',
  saida: 'Saída da conta',
};

/** Refused attempts. The person should check whether they made them. */
const warnings: ReadonlySet<TipoDeEvento> = new Set([
  'entrada_recusada',
  'entrada_limitada',
  'segundo_fator_recusado',
  'confirmacao_recusada',
]);

export function eventoSentence({ tipo, meio }: Pick<Evento, 'tipo' | 'meio'>): string {
  const said = words[tipo];
  if (typeof said === 'string') return said;
  return (meio !== null && Object.hasOwn(said, meio) && said[meio]) || said.outro;
}

export const isWarning = ({ tipo }: Pick<Evento, 'tipo'>) => warnings.has(tipo);
