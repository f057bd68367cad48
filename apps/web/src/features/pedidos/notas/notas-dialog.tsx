import { useEffect, useEffectEvent } from 'react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { useNow } from '#lib/use-now.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinhaDaNota } from './linha-da-nota.tsx';
import { type Linha, MAX_ARQUIVOS, resumoOf, resumoText } from './linhas.ts';
import { type Opcao, opcaoText, useEsperando } from './use-esperando.ts';
import { useNotas } from './use-notas.ts';
import { XmlChooser } from './xml-chooser.tsx';

interface NotasDialogProps {
  place: DialogPlace;
  /** The files that were dropped on the list. */
  files: readonly File[];
  onTaken: () => void;
}

/** Sends many notes at once, each to its parcel. */
export function NotasDialog({ place, ...dropped }: NotasDialogProps) {
  return (
    <EagerDialog
      title="Enviar notas"
      text="Cada nota vai para o pedido que ela cita. O Prumo confere antes de enviar."
      className="md:w-[44rem]"
      place={place}
    >
      <Notas place={place} {...dropped} />
    </EagerDialog>
  );
}

function Notas({ place, files, onTaken }: NotasDialogProps) {
  const now = useNow();
  const esperando = useEsperando(now);
  const { linhas, isSending, parou, sobraram, ...acts } = useNotas();
  const resumo = resumoOf(linhas);
  const left = linhas.length - resumo.enviadas;
  useUnsavedWork(true, () => left > 0, {
    isHeldOpen: () => isSending,
    words: {
      question: 'Fechar sem enviar?',
      consequence: `${left === 1 ? 'Um arquivo não foi enviado' : `${left} arquivos não foram enviados`}. Para enviar depois, escolha de novo.`,
    },
  });
  const take = useEffectEvent((dropped: readonly File[]) => {
    acts.add(dropped);
    onTaken();
  });
  useEffect(() => {
    if (files.length > 0) take(files);
  }, [files]);

  return (
    <>
      <DialogBody>
        {parou && (
          <Notice>
            <p>O envio parou: {parou}</p>
            <p>Nada se perdeu. Quando puder, toque em enviar: cada nota vai uma vez só.</p>
          </Notice>
        )}
        {sobraram > 0 && (
          <Notice>
            Envie até {MAX_ARQUIVOS} notas por vez.{' '}
            {sobraram === 1 ? 'Um arquivo ficou' : `${sobraram} ficaram`} de fora: escolha depois destas.
          </Notice>
        )}
        {!isSending && (
          <XmlChooser
            multiple
            look={linhas.length === 0 ? 'primary' : 'outline'}
            label={linhas.length === 0 ? 'Escolher os XML das notas' : 'Escolher mais XML'}
            onFiles={acts.add}
          >
            <span className="max-md:hidden">Ou solte os arquivos aqui. </span>Até {MAX_ARQUIVOS} por vez.
          </XmlChooser>
        )}
        {linhas.length > 0 && (
          <>
            <p role="status" className="font-medium text-control">
              {isSending
                ? `Enviando: ${resumo.enviadas + resumo.recusadas} de ${linhas.length}`
                : resumoText(resumo)}
            </p>
            {isSending && (
              <progress
                aria-label="Notas enviadas"
                className="h-1.5 w-full shrink-0"
                value={resumo.enviadas + resumo.recusadas}
                max={linhas.length}
              />
            )}
            {resumo.naoLidas > 0 && (
              <Button className="self-start" onClick={acts.readAgain}>
                Ler de novo {resumo.naoLidas === 1 ? 'o arquivo' : `os ${resumo.naoLidas} arquivos`}
              </Button>
            )}
            <ul aria-label="Arquivos" className="divide-y border-y">
              {linhas.map((linha) => (
                <LinhaDaNota
                  key={linha.id}
                  linha={linha}
                  linhas={linhas}
                  opcoes={opcoesOf(linha, linhas, esperando, now)}
                  isSending={isSending}
                  onAssign={(envio) => acts.assign(linha.id, envio)}
                  onInsist={() => acts.insist(linha.id)}
                  onRemove={() => acts.remove(linha.id)}
                />
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={isSending} onClick={place.close}>
          Fechar
        </Button>
        {(resumo.prontas > 0 || isSending) && (
          <Button look="primary" busy={isSending} onClick={acts.sendReady}>
            {isSending ? 'Enviando' : `Enviar ${resumo.prontas} ${resumo.prontas === 1 ? 'nota' : 'notas'}`}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

/** The parcels to choose from: those of the same value first, and none that another file already has. */
function opcoesOf(linha: Linha, linhas: readonly Linha[], esperando: readonly Opcao[], now: number) {
  const taken = new Set(linhas.filter((each) => each !== linha).map(({ envio }) => envio?.id));
  const known = new Map(esperando.map((opcao) => [opcao.envio.id, opcao]));
  const first = [...(linha.envio ? [linha.envio] : []), ...linha.sugestoes].map(
    (envio) => known.get(envio.id) ?? { envio, texto: opcaoText(envio, now) },
  );
  const all = new Map([...first, ...esperando].map((opcao) => [opcao.envio.id, opcao]));
  return [...all.values()].filter(({ envio }) => envio.id === linha.envio?.id || !taken.has(envio.id));
}
