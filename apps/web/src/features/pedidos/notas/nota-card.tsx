import { MOTIVOS_DA_NOTA } from '@prumo/contract/notas.ts';
import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Motivos } from './motivos.tsx';
import { canInsist, notaText } from './nota-words.ts';
import type { Destino } from './send-nota.ts';
import { useEnvioDaNota } from './use-envio-da-nota.ts';
import { XmlChooser } from './xml-chooser.tsx';

interface NotaCardProps {
  pedido: PedidoAberto;
  now: number;
  /** The parcel to which this person may send a note. Undefined: the card only shows the last one. */
  destino: Destino | undefined;
}

/** The invoice of a parcel: the last one that was sent, and the way to send one. */
export function NotaCard({ pedido: { nota }, now, destino }: NotaCardProps) {
  const isAccepted = nota?.situacao === 'aceita';
  return (
    <section aria-label="Nota fiscal" className="flex flex-col gap-2.5 px-4 py-3">
      <h3 className="text-meta text-muted">Nota fiscal</h3>
      {nota && (
        <p className="flex items-center gap-2 font-medium text-control">
          {isAccepted ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-ok-fg" />
          ) : (
            <CircleAlert aria-hidden className="size-4 shrink-0 text-bad-fg" />
          )}
          {notaText(nota, now)}
        </p>
      )}
      {nota?.motivo && <p className="text-control text-muted">{MOTIVOS_DA_NOTA[nota.motivo]}</p>}
      {isAccepted && destino && (
        <p className="text-control text-muted">
          A etiqueta aparece aqui quando o marketplace a liberar, em alguns minutos.
        </p>
      )}
      {!isAccepted && destino && <Enviar destino={destino} />}
    </section>
  );
}

function Enviar({ destino }: { destino: Destino }) {
  const { envio, choose, retry, insist } = useEnvioDaNota(destino);
  const area = useRef<HTMLDivElement>(null);
  useLostFocus(area, envio.is);
  return (
    <div ref={area} tabIndex={-1} className="flex flex-col gap-2.5 rounded-card outline-none">
      {envio.is === 'previsto' && (
        <Notice>
          <p className="wrap-anywhere font-medium">{envio.file.name} não foi enviada:</p>
          <Motivos motivos={envio.motivos} />
          {canInsist(envio.motivos) && (
            <Button className="self-start max-md:h-11" onClick={insist}>
              Enviar mesmo assim
            </Button>
          )}
        </Notice>
      )}
      {envio.is === 'falha' && (
        <Notice>
          <p>{envio.mensagem}</p>
          <p className="wrap-anywhere">O arquivo {envio.file.name} continua aqui.</p>
          <Button className="self-start max-md:h-11" onClick={retry}>
            Tentar de novo
          </Button>
        </Notice>
      )}
      {envio.is === 'enviando' ? (
        <div className="flex flex-col gap-2 text-control">
          <p role="status" className="wrap-anywhere">
            {envio.fraction < 1 ? 'Enviando' : 'Conferindo'} {envio.file.name}...
          </p>
          <progress aria-label="Envio da nota" className="h-1.5 w-full" value={envio.fraction} />
        </div>
      ) : (
        <XmlChooser
          look={envio.is === 'parado' ? 'primary' : 'outline'}
          label={envio.is === 'parado' ? 'Escolher o XML da nota' : 'Escolher outro XML'}
          onFiles={choose}
        >
          <span className="max-md:hidden">Ou solte o arquivo aqui. </span>O Prumo confere a nota antes de
          enviar.
        </XmlChooser>
      )}
    </div>
  );
}
