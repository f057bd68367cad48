/**
 * The key ring of tests, proofs and development. They share it, because a database refuses any other keys.
 */
export const SECRET_KEYS = JSON.stringify({
  atual: 'local',
  chaves: { local: Buffer.from('only-for-this-machine-0123456789').toString('base64') },
});
