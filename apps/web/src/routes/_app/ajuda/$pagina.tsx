import { createFileRoute } from '@tanstack/react-router';
import { PaginaPage } from '#features/ajuda/pagina-page.tsx';

export const Route = createFileRoute('/_app/ajuda/$pagina')({ component: Pagina });

function Pagina() {
  return <PaginaPage slug={Route.useParams().pagina} />;
}
