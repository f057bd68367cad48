/** Ways in which a sign-in can fail. Each injected fault affects one request, or `vezes` requests. */
const KINDS = {
  aud: 'ID token feito para outro cliente',
  azp: 'ID token entregue a outro cliente',
  iss: 'ID token de outro emissor',
  alg_none: 'ID token sem assinatura',
  expired: 'ID token vencido',
  nonce: 'ID token com outro nonce',
  auth_time: 'ID token de quem se identificou há uma hora',
  signature: 'ID token assinado com outra chave',
  no_id_token: 'Resposta sem ID token',
  email_nao_verificado: 'Email não verificado',
  token_500: 'Erro 500 na troca do código',
  token_hang: 'Troca do código sem resposta',
  // Discovery happens before the person is known, so this fault cannot be limited to an email.
  discovery_500: 'Erro 500 na descoberta',
} as const satisfies Record<string, string>;

export const GOOGLE_FAULTS = { only: { field: 'email', label: 'Só para o email' }, kinds: KINDS };

type GoogleFault = keyof typeof KINDS;
export type TokenFault = Exclude<GoogleFault, 'discovery_500'>;

export const TOKEN_FAULTS = (Object.keys(KINDS) as GoogleFault[]).filter(
  (kind): kind is TokenFault => kind !== 'discovery_500',
);
