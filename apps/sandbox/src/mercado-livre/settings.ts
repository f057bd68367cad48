/** Behaviour that the documentation leaves open or that a test changes. */
export interface Settings {
  /** The lifetime of an access token, in seconds. */
  expiresIn: number;
  /** Whether a refresh ends the previous access tokens. The documentation does not say. */
  accessMorreNoRefresh: boolean;
  /** Whether `/items?ids=` still answers. */
  multigetAntigo: boolean;
  /** Whether a search without a status returns cancelled orders. Documentation and observation differ. */
  canceladosNaBusca: boolean;
  /** Whether date filters drop the minutes. */
  precisaoDeHora: boolean;
  /** How many unfinished scrolls a seller may have in one application. */
  scrollsAbertos: number;
  /** Two writes to a listing within this interval conflict. */
  intervaloDeEscritaMs: number;
  /** Whether a sale changes the version of the stock per depot. The documentation does not say. */
  vendaMudaVersao: boolean;
  /** How long it takes until the other listing of a product has its stock. */
  copiaDoEstoqueMs: number;
  /** How often each change is notified. */
  copiasDosAvisos: number;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  expiresIn: 21_600,
  accessMorreNoRefresh: false,
  multigetAntigo: false,
  canceladosNaBusca: false,
  precisaoDeHora: true,
  scrollsAbertos: 3,
  intervaloDeEscritaMs: 1000,
  vendaMudaVersao: true,
  copiaDoEstoqueMs: 0,
  copiasDosAvisos: 1,
};
