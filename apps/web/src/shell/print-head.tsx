import { formatDateTime } from '#lib/numbers/format.ts';
import { usePrinting } from '#lib/printing.ts';
import { useSession } from '#lib/session/session.ts';

/** The first line of a printed page: whose data it shows, and when it was printed. */
export function PrintHead() {
  const isPrinting = usePrinting();
  const { session } = useSession();
  if (!isPrinting || !session) return null;
  return (
    <p className="flex justify-between gap-4 border-b px-4 pb-2 text-control">
      <span className="font-medium">{session.empresa.nome}</span>
      <span>Impresso em {formatDateTime(new Date().toISOString())}</span>
    </p>
  );
}
