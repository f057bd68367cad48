import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, CircleUserRound, type LucideIcon, NotebookTabs } from 'lucide-react';

/** The two cards of the specification. */
export const Atalhos = () => (
  <div className="flex gap-2 max-md:flex-col">
    <Atalho
      to="/cadastros/marca"
      icon={NotebookTabs}
      title="Cadastros"
      text="Gerencie marcas, categorias, clientes e mais."
    />
    <Atalho
      to="/perfil"
      icon={CircleUserRound}
      title="Perfil"
      text="Preferências de segurança da sua conta."
    />
  </div>
);

interface AtalhoProps {
  to: NonNullable<LinkProps['to']>;
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The whole card is clickable, but only its title is the link, so that screen readers announce one word. */
function Atalho({ to, icon: Icon, title, text }: AtalhoProps) {
  return (
    <section className="group relative flex min-h-12 items-center gap-3 rounded-card border py-1.5 pr-3 pl-2 transition-colors focus-within:outline-2 focus-within:outline-ring focus-within:outline-offset-2 hover:border-ring/50 hover:bg-subtle/60">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-accent text-accent-fg">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-control leading-4.5">
          <Link to={to} className="outline-none after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        <p className="text-meta text-muted leading-4">{text}</p>
      </div>
      <ArrowRight
        aria-hidden
        className="size-4 shrink-0 text-faint transition-transform group-hover:translate-x-0.5"
      />
    </section>
  );
}
