import { notifySuccess } from '#lib/notify.tsx';

export const greet = () => notifySuccess('Login realizado com sucesso!', 'Bem-vindo de volta!');
