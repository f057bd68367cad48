/** The tokens that a marketplace gives to an application that a seller has authorized. */
export interface Grant {
  sellerId: string;
  accessToken: string;
  /** Null when the application has no permission to act while the seller is offline. */
  refreshToken: string | null;
  expiresInSeconds: number;
}

export interface Seller {
  sellerId: string;
  nickname: string;
}

/** Connects and disconnects an account by OAuth with PKCE. */
export interface Connection {
  /** Null when the installation has no credentials. */
  clientId: string | null;
  authorizationUrl: string;
  /** The address to which the marketplace sends the person back. */
  redirectUri: string;
  exchange(authorization: { code: string; codeVerifier: string }): Promise<Grant>;
  refresh(refreshToken: string): Promise<Grant>;
  me(accessToken: string): Promise<Seller>;
  /**
   * Ends the seller's authorization and with it all tokens. Answers or fails within eight seconds, because
   * the account cannot be connected during this call.
   */
  revoke(accessToken: string, sellerId: string): Promise<void>;
}
