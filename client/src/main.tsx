import { createRoot, hydrateRoot } from "react-dom/client";
import { watchPointer } from "#client/lib/by-pointer.ts";
import { createQueryClient } from "#client/lib/query-client.ts";
import { App } from "./app.tsx";
import "./styles.css";

watchPointer();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = <App queryClient={createQueryClient()} />;
// Public pages come with their HTML; the others start from an empty root.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
