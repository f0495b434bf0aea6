import "#client/lib/zod-config.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { watchSession } from "#client/features/account/auth/watch-session.ts";
import { watchPointer } from "#client/lib/by-pointer.ts";
import { createQueryClient } from "#client/lib/query-client.ts";
import { surviveTranslation } from "#client/lib/survive-translation.ts";
import { App } from "./app.tsx";
import "./styles.css";

surviveTranslation();
watchPointer();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const queryClient = createQueryClient();
watchSession(queryClient);
const app = <App queryClient={queryClient} />;
// Public pages come with their HTML; the others start from an empty root.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
