import { useLoaded } from '#lib/loading/use-loaded.ts';
import { useSession } from '#lib/session/session.ts';

const load = async () => (await import('#features/politica/prazo-notice.tsx')).PrazoNotice;
const stay = () => {};

/**
 * The notice about two-step verification, while the person still has time to turn it on. It is loaded only then,
 * because hardly anybody sees it.
 */
export function Prazo() {
  const empresa = useSession().session?.empresa;
  const ate = empresa?.duas_etapas_ate;
  const isOpen = ate ? Date.parse(ate) > Date.now() : false;
  const Notice = useLoaded(isOpen, load, 'o aviso da verificação em duas etapas', stay);
  return Notice && empresa && ate ? <Notice empresa={empresa.nome} ate={ate} /> : null;
}
