import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// A server of ours to develop against: `mneme serve`, then `npm run dev`.
const SERVER = process.env["MNEME_SERVER"] ?? "http://127.0.0.1:8100";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: "../src/mneme/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the page's security policy allows no data scripts or styles
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": SERVER, "/live": { target: SERVER.replace("http", "ws"), ws: true } },
  },
  test: { environment: "happy-dom", include: ["test/**/*.test.ts"] },
});
