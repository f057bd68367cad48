import { createFileRoute } from '@tanstack/react-router';
import { EquipePage } from '#features/equipe/equipe-page.tsx';

export const Route = createFileRoute('/_app/configuracao/equipe')({ component: EquipePage });
