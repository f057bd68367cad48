import type { Faults } from '#faults.ts';

export interface Google {
  issuer: string;
  redirectUris: readonly string[];
  faults: Faults;
  issued: string[];
}

/** The grant that a code represents until it is exchanged. */
export interface Grant {
  redirectUri: string;
  challenge: string;
  nonce: string;
  issuedAt: number;
  person: { sub: string; email: string; name: string; verified: boolean };
}
export type Codes = Map<string, Grant>;
