import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#shell/dashboard-page.tsx';

export const Route = createFileRoute('/_app/')({ component: DashboardPage });
