import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { useState } from 'react';
import { cn } from '#lib/class-names.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input, inputLook } from '#ui/form/input.tsx';
import { Switch } from '#ui/form/switch.tsx';
import {
  type Etiqueta,
  MAX_CADA,
  MAX_TOTAL,
  NOMES,
  quantidadeOf,
  replacementOf,
  type Simbologia,
  simboloOf,
} from './etiqueta.ts';
import { EtiquetaArte } from './etiqueta-arte.tsx';
import { Folhas } from './folhas.tsx';
import { MODELOS, modeloOf } from './modelos.ts';
import { keepPreferences, readPreferences } from './preferences.ts';
import { zplOf } from './zpl.ts';

interface EtiquetasFormProps {
  produtos: readonly ProdutoListado[];
  place: DialogPlace;
}

const selectLook = cn(inputLook, 'h-9');

export function EtiquetasForm({ produtos, place }: EtiquetasFormProps) {
  const [preferences, setPreferences] = useState(readPreferences);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [position, setPosition] = useState('1');
  const [isPrinting, setPrinting] = useState(false);
  const choose = (change: Partial<typeof preferences>) => {
    const next = { ...preferences, ...change };
    setPreferences(next);
    keepPreferences(next);
  };
  const modelo = modeloOf(preferences.modelo);
  const { simbologia, hasPreco } = preferences;
  const { folha } = modelo;
  const perSheet = folha ? folha.columns * folha.rows : 0;

  const rows = produtos.map((produto) => {
    const simbolo = simboloOf(produto, simbologia, modelo);
    const etiqueta: Etiqueta = {
      nome: produto.nome,
      sku: produto.sku,
      preco: hasPreco ? formatMoney(produto.preco_venda) : undefined,
      simbolo,
    };
    const text = typed[produto.id] ?? '1';
    return { produto, etiqueta, text, copies: quantidadeOf(text), note: replacementOf(simbologia, simbolo) };
  });
  const total = rows.reduce((sum, { copies }) => sum + (copies ?? 0), 0);
  const first = Number(position);
  const isPositionWrong =
    folha !== undefined && !(Number.isInteger(first) && first >= 1 && first <= perSheet);
  const isWrong = isPositionWrong || total > MAX_TOTAL || rows.some(({ copies }) => copies === null);
  const sample = rows[0]?.etiqueta;

  return (
    <>
      <DialogBody>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Papel">
            {(wiring) => (
              <select
                {...wiring}
                className={selectLook}
                value={modelo.id}
                onChange={({ target }) => choose({ modelo: target.value })}
              >
                {MODELOS.map(({ id, nome }) => (
                  <option key={id} value={id}>
                    {nome}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Código na etiqueta">
            {(wiring) => (
              <select
                {...wiring}
                className={selectLook}
                value={simbologia}
                onChange={({ target }) => choose({ simbologia: target.value as Simbologia })}
              >
                {Object.entries(NOMES).map(([id, nome]) => (
                  <option key={id} value={id}>
                    {nome}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Switch
          label="Mostrar o preço"
          text="O preço de venda de hoje, no canto da etiqueta."
          checked={hasPreco}
          onChange={(checked) => choose({ hasPreco: checked })}
        />
        {folha && (
          <Field
            label="Começar na etiqueta número"
            hint="Use outra posição para aproveitar uma folha já começada."
            error={isPositionWrong ? `Digite um número de 1 a ${perSheet}.` : undefined}
          >
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={position}
                onChange={({ target }) => setPosition(target.value)}
              />
            )}
          </Field>
        )}
        <ul className="flex flex-col divide-y rounded-card border">
          {rows.map(({ produto, text, copies, note }) => (
            <li key={produto.id} className="flex items-start justify-between gap-3 px-3.5 py-2">
              <div className="min-w-0">
                <p className="truncate font-medium text-control">{produto.nome}</p>
                <p className="truncate text-meta text-muted">{produto.sku}</p>
                {note && <p className="text-meta text-warn-fg">{note}</p>}
                {copies === null && (
                  <p role="alert" className="text-bad-fg text-meta">
                    Digite um número inteiro de 0 a {MAX_CADA}.
                  </p>
                )}
              </div>
              <div className="w-20 shrink-0">
                <Input
                  aria-label={`Quantidade de etiquetas de ${produto.nome}`}
                  aria-invalid={copies === null || undefined}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={4}
                  value={text}
                  onChange={({ target }) => setTyped({ ...typed, [produto.id]: target.value })}
                />
              </div>
            </li>
          ))}
        </ul>
        {sample && (
          <figure className="flex flex-col gap-1.5">
            <figcaption className="text-meta text-muted">Como sai no papel</figcaption>
            <div className="overflow-x-auto rounded-card border bg-subtle p-3">
              <div className="mx-auto w-max">
                <EtiquetaArte etiqueta={sample} modelo={modelo} />
              </div>
            </div>
          </figure>
        )}
      </DialogBody>
      <DialogFooter>
        <p
          role="status"
          className={cn('mr-auto text-meta', total > MAX_TOTAL ? 'text-bad-fg' : 'text-muted')}
        >
          {total > MAX_TOTAL
            ? `Imprima até ${formatInteger(MAX_TOTAL)} etiquetas de cada vez.`
            : amountOf(
                total,
                folha && !isPositionWrong ? Math.ceil((total + first - 1) / perSheet) : undefined,
              )}
        </p>
        <Button onClick={place.cancel}>Fechar</Button>
        {folha ? (
          <Button
            look="primary"
            busy={isPrinting}
            disabled={isWrong || total === 0}
            onClick={() => setPrinting(true)}
          >
            Imprimir
          </Button>
        ) : (
          <Button
            look="primary"
            disabled={isWrong || total === 0}
            onClick={() => {
              const zpl = zplOf(
                rows.map(({ etiqueta, copies }) => ({ etiqueta, copies: copies ?? 0 })),
                modelo,
              );
              saveFile(new Blob([zpl], { type: 'text/plain;charset=utf-8' }), 'etiquetas.zpl');
            }}
          >
            Baixar ZPL
          </Button>
        )}
      </DialogFooter>
      {isPrinting && folha && (
        <Folhas
          etiquetas={rows.flatMap(({ etiqueta, copies }) => Array<Etiqueta>(copies ?? 0).fill(etiqueta))}
          skipped={first - 1}
          modelo={{ ...modelo, folha }}
          onPrinted={() => setPrinting(false)}
        />
      )}
    </>
  );
}

function amountOf(total: number, sheets: number | undefined): string {
  const labels = `${formatInteger(total)} ${total === 1 ? 'etiqueta' : 'etiquetas'}`;
  if (sheets === undefined || total === 0) return labels;
  return `${labels} em ${formatInteger(sheets)} ${sheets === 1 ? 'folha' : 'folhas'}`;
}
