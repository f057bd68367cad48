import { startSandbox } from './sandbox.ts';

const { url, stop } = await startSandbox({ port: Number(process.env['PORT'] ?? 4000) });
console.log(`O mundo de fora, simulado: ${url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
