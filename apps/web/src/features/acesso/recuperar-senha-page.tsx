import { Link } from '@tanstack/react-router';
import { AuthLayout, linkLook } from './auth-layout.tsx';

export function RecuperarSenhaPage() {
  return (
    <AuthLayout title="Recuperar senha" subtitle="Em construção.">
      <p className="text-body">
        A recuperação de senha por e-mail ainda está sendo construída. Enquanto isso, fale com quem administra
        o Prumo na sua empresa.
      </p>
      <p className="mt-6 text-control">
        <Link to="/auth/$type" params={{ type: 'login' }} className={linkLook}>
          Voltar para o login
        </Link>
      </p>
    </AuthLayout>
  );
}
