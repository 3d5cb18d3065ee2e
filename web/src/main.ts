import { mount } from "svelte";
import App from "./App.svelte";
import "./design/tokens.css";
import "./design/base.css";
import "./design/options.css";
import { preferences } from "./lib/preferences.svelte";

preferences.show();
mount(App, { target: document.getElementById("app")! });
