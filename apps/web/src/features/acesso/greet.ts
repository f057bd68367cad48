import { notifySuccess } from '#lib/notify.ts';

export const greet = () => notifySuccess('Login realizado com sucesso!', 'Bem-vindo de volta!');
