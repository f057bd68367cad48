import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, CircleUserRound, type LucideIcon, NotebookTabs } from 'lucide-react';
import { useSession } from '#lib/session/session.ts';
import { Page } from '#ui/page.tsx';

export function DashboardPage() {
  const { user } = useSession();
  return (
    <Page
      title={`Bem-vindo, ${user?.user_metadata.full_name || 'Usuário'}!`}
      subtitle="O que você quer fazer agora?"
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <DashboardCard
          to="/cadastros/marca"
          icon={NotebookTabs}
          title="Cadastros"
          text="Gerencie marcas, categorias, clientes e mais."
        />
        <DashboardCard
          to="/perfil"
          icon={CircleUserRound}
          title="Perfil"
          text="Preferências de segurança da sua conta."
        />
      </div>
    </Page>
  );
}

interface DashboardCardProps {
  to: NonNullable<LinkProps['to']>;
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The whole card is clickable, but only its title is the link, so that screen readers announce one word. */
function DashboardCard({ to, icon: Icon, title, text }: DashboardCardProps) {
  return (
    <section className="group relative flex flex-col gap-3 rounded-card border p-4 transition-colors focus-within:outline-2 focus-within:outline-ring focus-within:outline-offset-2 hover:border-ring/50 hover:bg-subtle/60">
      <span className="flex items-center justify-between">
        <span className="flex size-9 items-center justify-center rounded-control bg-accent text-accent-fg">
          <Icon aria-hidden className="size-4.5" />
        </span>
        <ArrowRight
          aria-hidden
          className="size-4 text-faint transition-transform group-hover:translate-x-0.5"
        />
      </span>
      <div>
        <h2 className="font-semibold text-dialog">
          <Link to={to} className="outline-none after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        <p className="text-control text-muted">{text}</p>
      </div>
    </section>
  );
}
