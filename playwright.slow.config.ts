import config from './playwright.config.ts';
export default { ...config, timeout: 600_000, expect: { timeout: 120_000 } };
