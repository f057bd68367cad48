/**
 * Gives every property test the same generated cases on every run, so a change cannot fail because of a case that
 * its author never saw. `PROPERTY_SEED` selects other cases, to search for new failures.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 1;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? DEFAULT_SEED) });
