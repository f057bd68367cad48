import { barcodeUrl } from './barcode-svg.ts';
import { type Etiqueta, MARGIN_MM } from './etiqueta.ts';
import type { Modelo } from './modelos.ts';

interface EtiquetaArteProps {
  etiqueta: Etiqueta;
  modelo: Pick<Modelo, 'width' | 'height'>;
}

/** A label in its real size, black on white in both themes, because it is made for paper. */
export function EtiquetaArte({ etiqueta: { nome, sku, preco, simbolo }, modelo }: EtiquetaArteProps) {
  return (
    <div
      className="etiqueta flex flex-col overflow-hidden bg-[#fff] text-[#000]"
      style={{ width: `${modelo.width}mm`, height: `${modelo.height}mm`, padding: `${MARGIN_MM}mm` }}
    >
      <p className="line-clamp-2 shrink-0 font-medium text-[7.5pt] leading-[9pt]">{nome}</p>
      <img
        src={barcodeUrl(simbolo)}
        alt={`Código ${simbolo.texto}`}
        className="min-h-0 flex-1 object-contain"
      />
      <p className="flex shrink-0 justify-between gap-2 whitespace-nowrap text-[7pt] leading-[9pt]">
        {/* The drawing of a Code 128 shows the SKU itself. */}
        <span className="min-w-0 truncate">{simbolo.simbologia === 'code128' ? '' : sku}</span>
        {preco && <span className="font-semibold">{preco}</span>}
      </p>
    </div>
  );
}
