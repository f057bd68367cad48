import { prove } from '../kit/proof.ts';
import { proveCompose } from './compose.ts';
import { provePackage } from './package.ts';

/** Installs Prumo by the commands of docs/install.md, or with `--compose` by those of docs/install-containers.md. */
await prove(process.argv.includes('--compose') ? proveCompose : provePackage);
