import { anuncios, type UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { Link2 } from 'lucide-react';
import { May } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';

interface LigarButtonProps {
  unit: UnidadeDeAnuncio;
  /** Whether the unit has no produto. */
  isLoose: boolean;
  onLigar: (unit: UnidadeDeAnuncio) => void;
}

/** Opens the choice of the produto. The arrow keys move between these buttons. */
export function LigarButton({ unit, isLoose, onLigar }: LigarButtonProps) {
  const about = ` o produto de ${unit.anuncio_id}${unit.variacao && ` ${unit.variacao}`}`;
  return (
    <May call={anuncios.link}>
      {isLoose ? (
        <Button data-ligar className="h-7 px-2.5" onClick={() => onLigar(unit)}>
          Ligar
          <span className="sr-only">{about}</span>
        </Button>
      ) : (
        <Button data-ligar look="ghost" className="h-7 px-1.5 max-md:h-9" onClick={() => onLigar(unit)}>
          <Link2 aria-hidden />
          <span className="sr-only">Trocar{about}</span>
        </Button>
      )}
    </May>
  );
}
